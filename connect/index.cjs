// Loaded by ShipEngine Connect, which reads the default export.
const { carrierApp } = require('./dist/carrier-app.js');

// Address of the carrier API, such as https://portage.example/api.
const apiUrl = process.env.PORTAGE_API_URL;
if (!apiUrl) throw new Error('Set PORTAGE_API_URL to the address of the carrier API.');

module.exports = { default: carrierApp({ apiUrl }) };
