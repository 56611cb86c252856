import { strToU8, zipSync } from 'fflate';

const CELL = (text: string) =>
  `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;

/** Makes a minimal Excel workbook with one sheet of texts. */
export function workbook(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const sheet = rows.map(
    (cells, index) =>
      `<row r="${index + 1}">${cells
        .map((text, column) =>
          CELL(text).replace('<c ', `<c r="${String.fromCodePoint(65 + column)}${index + 1}" `),
        )
        .join('')}</row>`,
  );
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${packaged}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  };
  const bytes = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(bytes)).slice();
}
