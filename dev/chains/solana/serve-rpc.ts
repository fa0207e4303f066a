import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { refuseWebPage } from '../../refuse-web-page'
import { answerRpc } from './answer-rpc'
import type { Cluster } from './cluster'
import { listenLocally } from './listen-locally'

const MAX_BODY_BYTES = 1_000_000

/** JSON-RPC over HTTP on 127.0.0.1; GET /health tells the process. Returns what ends it. */
export async function serveRpc(cluster: Cluster, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const refused = refuseWebPage(request)
    if (refused) return void response.writeHead(refused.status).end(refused.reason)
    if (request.method === 'GET' && request.url === '/health')
      return void response.end(JSON.stringify({ status: 'ok', pid: process.pid }))
    if (request.method !== 'POST')
      return void response.writeHead(405).end('Used HTTP Method is not allowed. POST is required')
    takeCall(cluster, request, response)
  })
  server.keepAliveTimeout = 60_000
  return listenLocally(server, port)
}

function takeCall(cluster: Cluster, request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
  })
  request.on('end', () => {
    if (bytes > MAX_BODY_BYTES) return void response.writeHead(413).end()
    const answer = answerRpc(cluster, Buffer.concat(chunks).toString('utf8'))
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(answer)
  })
}
