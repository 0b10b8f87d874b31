'use strict';
/**
 * A file logger with the interface of `@vscode/spdlog`, which the editor loads at start. Writes are synchronous, so a
 * host that crashes leaves its last words.
 */
const { appendFileSync, mkdirSync, renameSync, statSync } = require('node:fs');
const { dirname } = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

/** Appends lines to one file; when it grows beyond its limit it becomes `<file>.1` and a new one begins. */
class Logger {
  /**
   * @param {string} _type
   * @param {string} _name
   * @param {string} file
   * @param {number} maxBytes
   */
  constructor(_type, _name, file, maxBytes) {
    this.file = file;
    this.maxBytes = maxBytes || Infinity;
    this.bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    this.level = 2;
    this.decorated = true;
  }

  getLevel() {
    return this.level;
  }

  /** @param {number} level An index into `LEVELS`; what is below is not written. */
  setLevel(level) {
    this.level = level;
  }

  /** The editor knows one pattern only: date, level, text. */
  setPattern() {
    this.decorated = true;
  }

  clearFormatters() {
    this.decorated = false;
  }

  flush() {}

  drop() {}

  /** @param {string} message */
  trace(message) {
    this.write(0, message);
  }

  /** @param {string} message */
  debug(message) {
    this.write(1, message);
  }

  /** @param {string} message */
  info(message) {
    this.write(2, message);
  }

  /** @param {string} message */
  warn(message) {
    this.write(3, message);
  }

  /** @param {string} message */
  error(message) {
    this.write(4, message);
  }

  /** @param {string} message */
  critical(message) {
    this.write(5, message);
  }

  /**
   * @param {number} level
   * @param {string} message
   */
  write(level, message) {
    if (level < this.level) {
      return;
    }
    const time = new Date().toISOString().replace('T', ' ').slice(0, 23);
    const line = this.decorated ? `${time} [${LEVELS[level]}] ${message}\n` : message;
    try {
      if (this.bytes > this.maxBytes) {
        renameSync(this.file, `${this.file}.1`);
        this.bytes = 0;
      }
      appendFileSync(this.file, line);
      this.bytes += Buffer.byteLength(line);
    } catch {
      // Logging must never take its host down: the folder may be removed while the host ends.
    }
  }
}

/**
 * @param {string} name
 * @param {string} file
 * @param {number} maxBytes
 */
async function createLogger(name, file, maxBytes) {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger('rotating', name, file, maxBytes);
}

exports.version = 1;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
