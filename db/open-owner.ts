import postgres from 'postgres'
import type { SocketTarget } from './driver-insides'
import { openGatheringSocket } from './open-gathering-socket'
import { readTls } from './open-secure-socket'

/**
 * One connection with the login of the database's owner, for migrations. It begins TLS as the pools do: the driver
 * would try a certificate that it refuses again and again, and then only say that the time was up.
 */
export function openOwner(url: string): postgres.Sql {
  const tls = readTls(url)
  const settings = {
    max: 1,
    onnotice: () => {},
    ssl: false,
    socket: (target: SocketTarget) => openGatheringSocket(target, tls),
  }
  return postgres(url, settings)
}
