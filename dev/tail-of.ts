import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const READ_BYTES = 16 * 1024

/** The last lines of a log file, reading only its end. */
export function tailOf(file: string, lines: number): string {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch {
    return ''
  }
  try {
    const { size } = fstatSync(handle)
    const length = Math.min(size, READ_BYTES)
    const buffer = Buffer.alloc(length)
    readSync(handle, buffer, 0, length, size - length)
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n')
  } finally {
    closeSync(handle)
  }
}
