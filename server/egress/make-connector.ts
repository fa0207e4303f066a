import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { skipInterimResponses } from './skip-interim-responses'

/**
 * The connector of every HTTP client. TLS gets the host name without a trailing dot, as RFC 6066 requires and
 * certificates have it. Interim responses (RFC 9110, 15.2) are skipped.
 */
export function makeConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options)
  return (target, callback) => {
    connect({ ...target, servername: serverName(target) }, (error, socket) => {
      if (error || !socket) return callback(error ?? new Error('no socket'), null)
      callback(null, skipInterimResponses(socket))
    })
  }
}

/** Undefined for an address, which TLS takes no name of. */
function serverName({ servername, hostname }: buildConnector.Options): string | undefined {
  const name = (servername || hostname).replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  return isIP(name) ? undefined : name
}
