declare module 'virtual:icons/first' {
  const symbols: string;
  export default symbols;
}

declare module 'virtual:icons/later' {
  const symbols: string;
  export default symbols;
}
