import { useComputedColorScheme, useMantineTheme } from '@mantine/core';

/** Gives the browser's own bar the colour of the header, in the scheme chosen here or by the system. */
export function ThemeColor() {
  const { white, colors } = useMantineTheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return <meta name="theme-color" content={scheme === 'dark' ? colors.dark[7] : white} />;
}
