import {
  createTheme,
  type CSSVariablesResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';

const evergreen: MantineColorsTuple = [
  '#effaf5',
  '#dbf2e7',
  '#b5e3cd',
  '#89d1ae',
  '#5cbb90',
  '#38a277',
  '#218560',
  '#14664b',
  '#0f533d',
  '#0a3f2e',
];

const gray: MantineColorsTuple = [
  '#f8f8f8',
  '#f1f2f2',
  '#e6e8e8',
  '#d9dcdc',
  '#c3c7c8',
  '#858b8d',
  '#6a7173',
  '#4e5557',
  '#353a3c',
  '#1f2324',
];

/** Runs from text (0) to the deepest background (9). */
const dark: MantineColorsTuple = [
  '#e4e6e7',
  '#b9bec1',
  '#9aa1a5',
  '#737b7f',
  '#3f4549',
  '#2f3437',
  '#24282b',
  '#16181a',
  '#101214',
  '#0b0c0d',
];

/** Links them before the focus: Mantine does so in a later render. */
const nameDialog = (title: HTMLElement | null) =>
  title?.closest('[role="dialog"]')?.setAttribute('aria-labelledby', title.id);
const describeDialog = (body: HTMLElement | null) =>
  body?.closest('[role="dialog"]')?.setAttribute('aria-describedby', body.id);

/** Evergreen on neutral greys, a 4 px grid, radius 8, the device's font (Mantine's default). */
export const theme = createTheme({
  colors: { evergreen, gray, dark },
  primaryColor: 'evergreen',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  black: '#1a1d1e',
  defaultRadius: 8,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '1.125rem', lineHeight: '1.5rem' },
      h3: { fontSize: '1rem', lineHeight: '1.5rem' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Menu: {
      defaultProps: {
        // Otherwise a menu holds a child that its role forbids.
        withInitialFocusPlaceholder: false,
        styles: { dropdown: { maxWidth: 'min(24rem, calc(100vw - 1rem))' } },
      },
    },
    Popover: { defaultProps: { styles: { dropdown: { maxWidth: 'calc(100vw - 1rem)' } } } },
    // A <header> in a dialog would be a second banner of the page.
    DrawerHeader: { defaultProps: { component: 'div' } },
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerTitle: { defaultProps: { fw: 650, lh: 'xs', ref: nameDialog } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 0 } } },
    ModalTitle: { defaultProps: { fw: 650, lh: 'xs', ref: nameDialog } },
    ModalBody: { defaultProps: { ref: describeDialog } },
    // Descriptions below the field keep label and field together.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    TableTh: { defaultProps: { scope: 'col' } },
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    Badge: { defaultProps: { tt: 'none' } },
    // A list then covers the description of its field.
    Combobox: { defaultProps: { offset: 4 } },
  },
});

/** Secondary text in colors that meet WCAG AA (4.5 : 1). */
export const accessibleVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': 'var(--mantine-color-evergreen-7)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': 'var(--mantine-color-evergreen-3)',
  },
});

/** before-start.js reads the same key. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'colorScheme' });
