'use strict';
/**
 * The module that the extension host calls in place of the tests, whose path is in `CHIPBOARD_TEST_MODULE`.
 *
 * The workbench hands on what the extension host prints together with its own log, unmarked and with unformatted
 * arguments. So everything printed through `console` is formatted here and sent with a mark in front, by which
 * `consolePrinter.ts` knows it; a last marked message says that the tests came to an end.
 */
const { format } = require('node:util');

const MARK = 'chipboard-test';
/** The workbench drops messages above 100,000 characters. */
const PIECE = 30_000;

/**
 * @returns {Promise<void>} Settles with the tests; the extension host then exits with 0, or prints the reason and exits
 * with 1.
 */
exports.run = async () => {
  const send = console.log.bind(console, MARK);
  // The editor has locked the methods of the console, so a console with its own takes its place.
  globalThis.console = markedConsole(send);
  try {
    await require(String(process.env.CHIPBOARD_TEST_MODULE)).run();
  } finally {
    send('end');
  }
};

/** @param {(kind: string, text: string) => void} send */
function markedConsole(send) {
  const methods = ['log', 'info', 'warn', 'error', 'debug'].map((level) => [
    level,
    {
      value: (/** @type {unknown[]} */ ...args) =>
        sendInPieces(send, level, `${format(...args)}\n`),
      writable: true,
    },
  ]);
  return Object.create(console, Object.fromEntries(methods));
}

/**
 * @param {(kind: string, text: string) => void} send
 * @param {string} level
 * @param {string} text
 */
function sendInPieces(send, level, text) {
  for (let at = 0; at < text.length; at += PIECE) {
    send(level, text.slice(at, at + PIECE));
  }
}
