import icon from '../../../ui/icon.module.css';

/** Logos of the sign-in providers, in their own colours: brands are not icons of the set. */
const marks: Readonly<Record<string, readonly (readonly [color: string, path: string])[]>> = {
  google: [
    ['#4285F4', 'M21.6 12.2c0-.7-.1-1.4-.2-2H12v3.9h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.8 3-4.3 3-7.4z'],
    ['#34A853', 'M12 22c2.7 0 5-.9 6.6-2.4l-3.2-2.5a6 6 0 0 1-9-3.2H3.1v2.6A10 10 0 0 0 12 22z'],
    ['#FBBC05', 'M6.4 13.9a6 6 0 0 1 0-3.8V7.5H3.1a10 10 0 0 0 0 9z'],
    ['#EA4335', 'M12 6a5.4 5.4 0 0 1 3.8 1.5l2.9-2.9A10 10 0 0 0 3.1 7.5l3.3 2.6A6 6 0 0 1 12 6z'],
  ],
  apple: [
    [
      'currentColor',
      'M12.15 6.9c-.95 0-2.42-1.08-3.96-1.04-2.04.03-3.91 1.18-4.96 3.01-2.12 3.68-.55 9.1 1.52 12.1 1.01 1.45 2.2 3.08 3.79 3.03 1.52-.06 2.09-.99 3.93-.99 1.83 0 2.35.99 3.96.95 1.64-.03 2.68-1.48 3.68-2.95 1.16-1.69 1.64-3.33 1.66-3.42-.04-.01-3.18-1.22-3.22-4.86-.03-3.04 2.48-4.49 2.6-4.56-1.43-2.09-3.63-2.32-4.4-2.38-2-.15-3.67 1.1-4.6 1.1zm3.38-3.07C16.37 2.82 16.93 1.4 16.78 0c-1.21.05-2.66.8-3.53 1.82-.78.9-1.46 2.34-1.28 3.71 1.34.1 2.72-.68 3.56-1.7',
    ],
  ],
  facebook: [
    [
      '#1877F2',
      'M24 12.07C24 5.45 18.63.07 12 .07S0 5.45 0 12.07c0 6 4.39 10.96 10.13 11.86v-8.39H7.08v-3.47h3.05V9.43c0-3.01 1.79-4.67 4.53-4.67 1.31 0 2.69.23 2.69.23v2.96h-1.52c-1.49 0-1.96.92-1.96 1.87v2.25h3.33l-.53 3.47h-2.8v8.39C19.61 23.03 24 18.06 24 12.07z',
    ],
  ],
};

/** Nothing for a provider whose logo is not known. */
export function ProviderMark({ provider }: { provider: string }) {
  const paths = marks[provider];
  if (!paths) return null;
  return (
    <svg className={icon.i} viewBox="0 0 24 24" style={{ stroke: 'none' }} aria-hidden="true">
      {paths.map(([color, path]) => (
        <path key={color} fill={color} d={path} />
      ))}
    </svg>
  );
}
