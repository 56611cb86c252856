'use strict';

const crypto = require('node:crypto');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');

/**
 * Runs `work` while no other process runs work of the same name in the same checkout; waits for
 * it otherwise. The lock is a listening local socket: the system lets go of it when its process
 * ends, however it ends, so it can never be left behind.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function oneAtATime(name, work) {
  const address = socketAddress(name);
  for (;;) {
    const release = await acquire(address);
    if (release) {
      try {
        return await work();
      } finally {
        release();
      }
    }
    await untilReleased(address);
  }
}

/** @param {string} name */
function socketAddress(name) {
  const checkout = crypto.createHash('sha256').update(path.dirname(__dirname)).digest('hex');
  const unique = `portage-${name}-${checkout.slice(0, 16)}`;
  if (process.platform === 'linux') return `\0${unique}`; // abstract: leaves no file
  if (process.platform === 'win32') return `\\\\.\\pipe\\${unique}`;
  return path.join(os.tmpdir(), `${unique}.sock`);
}

/**
 * @param {string} address
 * @returns {Promise<(() => void) | undefined>} releases it; undefined when another process has it
 */
function acquire(address) {
  return new Promise((resolve, reject) => {
    /** @type {Set<net.Socket>} */
    const waiting = new Set();
    const server = net.createServer((socket) => {
      waiting.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => waiting.delete(socket));
    });
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      });
    });
  });
}

/** @param {string} address */
function untilReleased(address) {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      // On systems whose sockets are files, the file of a killed process stays, and nothing answers there.
      if (error.code === 'ECONNREFUSED' && !address.startsWith('\0')) {
        fs.rmSync(address, { force: true });
      }
    });
    socket.on('close', () => setTimeout(resolve, 100));
    socket.resume();
  });
}

module.exports = { oneAtATime };
