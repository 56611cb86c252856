declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** OpenType features, of four letters. */
    keepFeatures: readonly string[];
    variationAxes: Record<string, { min: number; max: number }>;
  }
  const subsetFont: (font: Uint8Array, text: string, options: Options) => Promise<Buffer>;
  export default subsetFont;
}
