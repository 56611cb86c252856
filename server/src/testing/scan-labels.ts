import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as mupdf from 'mupdf';
import { ready } from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { PrinterResolution } from '@portage/contract/orders/labels';

const DOTS_PER_INCH = 203;
const POINTS_PER_INCH = 72;

/** A label of 4 × 6 inches at each resolution: 812 × 1218 and 1200 × 1800 dots. */
const PRINTER = {
  203: { dotsPerMillimetre: 8, width: 101.5, height: 152.25 },
  300: { dotsPerMillimetre: 12, width: 100, height: 150 },
} as const satisfies Record<PrinterResolution, object>;

export interface ScannedCode {
  format: string;
  text: string;
}

/** Draws the labels of a ZPL file as a printer does; a PNG each. */
export async function zplPictures(
  zpl: string,
  dpi: PrinterResolution = 203,
): Promise<Uint8Array[]> {
  const { api } = await ready;
  const { dotsPerMillimetre, width, height } = PRINTER[dpi];
  const pictures = await api.zplToBase64MultipleAsync(zpl, width, height, dotsPerMillimetre);
  return pictures.map((picture) => Buffer.from(picture, 'base64'));
}

/** Draws the pages of a PDF at 203 dpi; a PNG each. */
export function pdfPictures(pdf: Uint8Array): Uint8Array[] {
  const document = mupdf.Document.openDocument(pdf, 'application/pdf');
  const scale = mupdf.Matrix.scale(
    DOTS_PER_INCH / POINTS_PER_INCH,
    DOTS_PER_INCH / POINTS_PER_INCH,
  );
  return Array.from({ length: document.countPages() }, (_, page) =>
    document.loadPage(page).toPixmap(scale, mupdf.ColorSpace.DeviceGray, false).asPNG(),
  );
}

export function pdfText(pdf: Uint8Array): string {
  const document = mupdf.Document.openDocument(pdf, 'application/pdf');
  const texts = Array.from({ length: document.countPages() }, (_, page) =>
    document.loadPage(page).toStructuredText('').asText(),
  );
  return texts.join('\n');
}

/** Scans Code 128 and QR codes, sorted by format. */
export async function scan(png: Uint8Array): Promise<ScannedCode[]> {
  await scanner;
  const codes = await readBarcodes(png, { formats: ['Code128', 'QRCode'] });
  return codes
    .map(({ format, text }) => ({ format, text }))
    .toSorted((one, other) => one.format.localeCompare(other.format));
}

/** Loads WebAssembly from node_modules, not from the internet. */
async function prepareScanner(): Promise<void> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const { buffer } = await readFile(wasm);
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
}

const scanner = prepareScanner();
