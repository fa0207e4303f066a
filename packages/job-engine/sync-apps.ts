import { sendRequest, signatureHeaders } from './call-app'
import type { Engine } from './engine'
import { isObject } from './json'
import { saveFunctions } from './save-functions'

const RETRY_MS = 300
const SYNC_TIMEOUT_MS = 15_000

async function syncOnce(engine: Engine, serveUrl: string): Promise<void> {
  const body = { url: serveUrl }
  const headers = { 'x-inngest-sync-kind': 'in_band', ...signatureHeaders(body, engine.options.signingKey) }
  const answer = await sendRequest('PUT', new URL(serveUrl), body, headers, { timeoutMs: SYNC_TIMEOUT_MS })
  if (answer.status !== 200) throw new Error(`sync returned HTTP ${answer.status}: ${answer.text.slice(0, 200)}`)
  const parsed: unknown = JSON.parse(answer.text)
  if (!isObject(parsed)) throw new Error('sync did not return an object')
  const changed = await saveFunctions(engine, serveUrl, { appId: parsed.app_id, functions: parsed.functions })
  if (changed && Array.isArray(parsed.functions)) {
    engine.log(`synced ${parsed.functions.length} functions of ${String(parsed.app_id)} from ${serveUrl}`)
  }
}

/** No application registers unless requested: requests its functions until it answers, and then repeats the request. */
export function runSync(engine: Engine, serveUrl: string): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let working = Promise.resolve()
  let lastProblem = ''

  async function tick(): Promise<void> {
    let waitMs = engine.options.syncEveryMs
    try {
      await syncOnce(engine, serveUrl)
      lastProblem = ''
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      // an application that is not up yet is normal; anything it says is worth one line
      if (problem !== lastProblem && !/ECONNREFUSED|ECONNRESET|socket hang up/.test(problem))
        engine.log(`${serveUrl}: ${problem}`)
      lastProblem = problem
      waitMs = RETRY_MS
    }
    if (!stopped) timer = setTimeout(start, waitMs)
  }
  function start(): void {
    working = tick()
  }
  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}
