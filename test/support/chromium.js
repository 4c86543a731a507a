const { existsSync } = require('node:fs');
const { chromium } = require('playwright-core');

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser of `CHROMIUM_PATH`, or one in a usual place; undefined where there is none, or where `CHROMIUM_PATH` is empty.
 * @type {string | undefined}
 */
const chromiumPath = (process.env.CHROMIUM_PATH ?? usualPlaces.find((path) => existsSync(path))) || undefined;

function launchBrowser() {
  return chromium.launch({
    executablePath: chromiumPath,
    // Chromium refuses its sandbox to root, whose machines are containers.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

module.exports = { chromiumPath, launchBrowser };
