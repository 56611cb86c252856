import type PdfDocument from 'pdfkit';
import type { ResourceNames } from './draw-item.ts';
import type { Picture, Weight } from './layout-items.ts';
import { PdfGlyphs } from './pdf-glyphs.ts';
import { PDF_FONT } from './text-metrics.ts';

type Pdf = InstanceType<typeof PdfDocument>;
type Reference = ReturnType<Pdf['ref']>;

/** An object of a document that is complete. */
function complete(pdf: Pdf, data: object, content?: Uint8Array): Reference {
  const reference = pdf.ref(data);
  reference.end(content);
  return reference;
}

/** What the pages of one document share: its fonts, and each picture once, however often it is drawn. */
export class PdfResources implements ResourceNames {
  readonly #pdf: Pdf;
  readonly #fonts = new Map<Weight, Reference>();
  readonly #pictures = new Map<Picture, Reference>();

  readonly #glyphs: PdfGlyphs;

  /** The resources of a new document. */
  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    this.#glyphs = new PdfGlyphs(pdf);
  }

  /** The name of a glyph beyond the standard fonts, whose font the page that is being drawn gets. */
  get glyph(): PdfGlyphs['name'] {
    return this.#glyphs.name;
  }

  /** Writes what is known only once everything is drawn. */
  end(): void {
    this.#glyphs.end();
  }

  /** The name of a font, which the page that is being drawn gets. */
  readonly font = (weight: Weight): string => {
    let reference = this.#fonts.get(weight);
    if (!reference) {
      reference = complete(this.#pdf, {
        Type: 'Font',
        Subtype: 'Type1',
        BaseFont: PDF_FONT[weight],
        Encoding: 'WinAnsiEncoding',
      });
      this.#fonts.set(weight, reference);
    }
    const name = `F${reference.id}`;
    Object.assign(this.#pdf.page.fonts, { [name]: reference });
    return name;
  };

  /** The name of a picture, which the page that is being drawn gets. */
  readonly picture = (picture: Picture): string => {
    let reference = this.#pictures.get(picture);
    if (!reference) {
      reference = complete(
        this.#pdf,
        {
          Type: 'XObject',
          Subtype: 'Image',
          Width: picture.width,
          Height: picture.height,
          ColorSpace: 'DeviceGray',
          BitsPerComponent: 8,
        },
        picture.gray,
      );
      this.#pictures.set(picture, reference);
    }
    const name = `I${reference.id}`;
    Object.assign(this.#pdf.page.xobjects, { [name]: reference });
    return name;
  };
}
