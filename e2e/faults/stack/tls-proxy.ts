import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

type TlsProxy = { url: string; certificate: string; close: () => void }

/**
 * Ends TLS in front of the app processes, as the proxy of a deployment does: it keeps connections to them, asks the
 * next one where none listens or one broke off a GET, and sends no POST twice that a process may have read.
 */
export async function startTlsProxy(home: string, ports: readonly number[]): Promise<TlsProxy> {
  const { key, certificate } = makeCertificate(home)
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer({ key, cert: certificate }, async (incoming, outgoing) => {
    const body = await buffer(incoming).catch(() => null)
    if (body === null) return void outgoing.destroy()
    turn += 1
    const order = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0)
    passOn({ agent, incoming, outgoing, body }, order)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens
    certificate,
    close: () => {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

type Passed = { agent: Agent; incoming: IncomingMessage; outgoing: ServerResponse; body: Buffer }

function passOn(passed: Passed, [port, ...others]: number[]): void {
  const { agent, incoming, outgoing, body } = passed
  if (port === undefined) return void outgoing.writeHead(502).end('No process takes the request')
  const headers = {
    ...incoming.headers,
    'x-forwarded-for': incoming.socket.remoteAddress,
    'x-forwarded-proto': 'https',
  }
  const { method, url } = incoming
  const asked = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
    answer.pipe(outgoing)
    answer.once('error', () => outgoing.destroy())
  })
  asked.once('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) outgoing.destroy()
    else if (error.code === 'ECONNREFUSED' || method === 'GET') passOn(passed, others)
    else outgoing.writeHead(502).end(`The process broke off: ${error.message}`)
  })
  asked.end(body)
}

/** Removes the headers about a connection: they describe the connection between the process and the proxy. */
function withoutConnection({ connection: _, 'keep-alive': __, ...headers }: IncomingMessage['headers']) {
  return headers
}

function makeCertificate(home: string): { key: string; certificate: string } {
  const [keyFile, file] = [join(home, 'proxy.key'), join(home, 'proxy.pem')]
  const { status, error, stderr } = spawnSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', file],
    ],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`openssl made no certificate: ${error?.message ?? stderr}`)
  return { key: readFileSync(keyFile, 'utf8'), certificate: readFileSync(file, 'utf8') }
}
