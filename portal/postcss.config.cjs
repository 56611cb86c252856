module.exports = {
  plugins: {
    'postcss-preset-mantine': {},
    // Sizes follow the font size that the browser is set to.
    'postcss-pxtorem': { propList: ['*'], minPixelValue: 2, exclude: /node_modules/ },
  },
};
