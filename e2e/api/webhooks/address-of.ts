import type { AddressInfo, Server } from 'node:net'

export function addressOf(server: Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on TCP')
  return address
}
