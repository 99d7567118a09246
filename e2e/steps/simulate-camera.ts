import type { Page } from '@playwright/test';

/** A camera that looks at stripes as fine as print, in such light; or one that is kept back. */
export async function simulateCamera(page: Page, light: number | 'refused'): Promise<void> {
  await page.addInitScript((brightness) => {
    const devices = navigator.mediaDevices;
    const camera = { kind: 'videoinput', deviceId: 'x', groupId: 'x', label: '', toJSON: () => ({}) } as const;
    devices.enumerateDevices = () => Promise.resolve([camera]);
    devices.getUserMedia = () => {
      if (brightness === 'refused') return Promise.reject(new DOMException('kept back', 'NotAllowedError'));
      const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
      const context = canvas.getContext('2d');
      const draw = () => {
        for (let x = 0; x < 1280; x += 40)
          for (const [at, share] of [
            [0, 0.2],
            [20, 1],
          ] as const) {
            if (context)
              context.fillStyle = `rgb(${Array(3)
                .fill(Math.round(brightness * share))
                .join()})`;
            context?.fillRect(x + at, 0, 20, 720);
          }
        requestAnimationFrame(draw);
      };
      draw();
      return Promise.resolve(canvas.captureStream(10));
    };
  }, light);
}
