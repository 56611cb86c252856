import { describe, expect, test } from 'vitest';
import { logoUrlOf } from './find-logo.ts';

const OWN = 'https://merchant.example/own.png';
const KIDS = 'https://merchant.example/kids.png';
const CAFE = 'https://merchant.example/cafe.png';
const TEA = 'https://merchant.example/tea.png';

const merchant = {
  logoUrl: OWN,
  merchantDisplayLogoUrls: [
    { name: 'Maple & Pine Kids', logoUrl: KIDS },
    { name: 'Café Été', logoUrl: CAFE },
    { name: '茶', logoUrl: TEA },
  ],
};

describe('the logo of an order', () => {
  test.each([
    ['Maple & Pine Kids', KIDS],
    ['  maple & pine  KIDS ', KIDS],
    ['CAFE ETE', CAFE],
    ['Cafe\u0301 E\u0301te\u0301', CAFE],
    ['茶', TEA],
  ])('of the sub-brand “%s” is its own', (name, url) => {
    expect(logoUrlOf(merchant, name)).toBe(url);
  });

  test.each([undefined, '', 'Maple & Pine', 'Maple & Pine Kids 2', '酒'])(
    'of “%s”, which has none, is the merchant’s',
    (name) => {
      expect(logoUrlOf(merchant, name)).toBe(OWN);
    },
  );

  test('is none where the merchant has none', () => {
    expect(logoUrlOf({ merchantDisplayLogoUrls: [] }, 'Café Été')).toBeUndefined();
  });
});
