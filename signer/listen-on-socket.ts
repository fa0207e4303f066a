import { once } from 'node:events'
import { chmodSync, rmSync, statSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { stopWith } from '@/server/logger'

/** The process's own user and the group of the folder: the app is in the group. */
const MODE = 0o660

/**
 * Listens at a Unix socket. One that a crash left there goes; one that answers is another signer's, and this process
 * ends.
 */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  if (await isAnswered(path)) stopWith(`another process listens at ${path}`)
  if (statSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path, { force: true })
  server.once('error', (error) => stopWith(`cannot listen at ${path}: ${error.message}`))
  // Nobody else can connect between the two calls.
  const mask = process.umask(0o777 & ~MODE)
  server.listen(path)
  await once(server, 'listening')
  process.umask(mask)
  chmodSync(path, MODE)
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
