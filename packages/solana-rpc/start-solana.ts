import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { refuseWebPage } from '@/dev/refuse-web-page'
import { answerRpc } from './answer-rpc'
import { setSlotMs, stopClock } from './clock'
import type { Cluster } from './cluster'
import { listenLocally } from './listen-locally'
import { openCluster } from './open-cluster'
import { loadMachine } from './open-svm'
import { serveSubscriptions } from './serve-subscriptions'

type SolanaOptions = {
  port: number
  /** The folder in which the cluster is kept between starts; without it the cluster is temporary. */
  stateFile?: string
  /** 400 as on a real cluster. 0: slots advance only through litesvm_advanceSlots. */
  slotMs?: number
  /** 32 as on a real cluster; small numbers make tests fast. */
  finalizedAfterSlots?: number
  /** 150 as on a real cluster. With short slots a larger number keeps a blockhash valid for as long in seconds. */
  blockhashSlots?: number
  /** 103 is devnet, 101 is mainnet: decides the genesis hash. */
  chainId?: number
  /** Subscriptions on the next port, where web3.js looks for them. Without it clients poll. */
  webSocket?: boolean
}

export type RunningSolana = { rpcUrl: string; cluster: Cluster; stop: () => Promise<void> }

/** Starts a local Solana cluster in this process: JSON-RPC over litesvm on 127.0.0.1. */
export async function startSolana(options: SolanaOptions): Promise<RunningSolana> {
  const { port, slotMs = 400, finalizedAfterSlots = 32, chainId = 103, blockhashSlots, stateFile } = options
  const machine = await loadMachine()
  const cluster = openCluster({ machine, slotMs, finalizedAfterSlots, chainId, blockhashSlots, stateFile })
  const closers = [await serveRpc(cluster, port)]
  if (options.webSocket) closers.push(await serveSubscriptions(cluster, port + 1))
  setSlotMs(cluster, slotMs)
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    cluster,
    async stop() {
      stopClock(cluster)
      await Promise.all(closers.map((close) => close()))
      cluster.journal?.close()
    },
  }
}

const MAX_BODY_BYTES = 1_000_000

/** Serves JSON-RPC over HTTP on 127.0.0.1. GET /health identifies the process. Returns the function that stops it. */
async function serveRpc(cluster: Cluster, port: number): Promise<() => Promise<void>> {
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
