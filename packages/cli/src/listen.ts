import { setTimeout as wait } from 'node:timers/promises'
import { AbortedError, type StreamedEvent } from '@slipway/sdk'
import { type Call, type Command, textOf } from './command'
import { readPrivate, requireConfig, statePath, writePrivate } from './config'
import { forwardEvent } from './forward-event'
import { identifyKey } from './identify-key'
import { readStart, type Start, withoutEarlier } from './read-start'
import { readTarget } from './target'

const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 10_000

export const listen: Command = {
  name: 'listen',
  usage: 'listen [--forward-to localhost:3001/hook] [--since 10m]',
  summary:
    'Shows the events of the project as they happen, and forwards them, signed, to a destination on this machine',
  takes: [0, 0],
  options: {
    'forward-to': { type: 'string', value: 'url', description: 'Posts each event there as a webhook' },
    types: {
      type: 'string',
      value: 'kinds',
      description: 'Only these kinds or families, separated by commas: wallet.*',
    },
    'from-start': { type: 'boolean', description: 'Starts with the oldest event that is kept' },
    since: {
      type: 'string',
      value: '10m|id',
      description: 'Starts that long ago (30s, 10m, 2h, 7d), or after the event of that id',
    },
    'allow-remote': { type: 'boolean', description: 'Allows a destination on another machine' },
    'print-secret': { type: 'boolean', description: 'Prints the secret that signs, and ends' },
  },
  async run(call) {
    const { terminal, values } = call
    const config = await requireConfig(terminal)
    const { listenSecret, projectId } = await identifyKey(terminal, config)
    if (values['print-secret']) return terminal.print(listenSecret)
    const to = textOf(values, 'forward-to')
    const target = to === undefined ? null : readTarget(to, values['allow-remote'] === true)
    const key = `${projectId} ${target ?? 'shown'}`
    const path = statePath(terminal)
    const known = (await readPrivate<Record<string, string>>(path)) ?? {}
    const start = readStart(values, { answered: target ? known[key] : undefined, nowMs: Date.now() })
    const keep = async (id: string) => {
      const others = (await readPrivate<Record<string, string>>(path)) ?? {}
      await writePrivate(path, { ...others, [key]: id })
    }
    await follow(call, { start, target, secret: listenSecret, keep })
  },
}

type Following = {
  start: Start
  target: string | null
  secret: string
  /** Remembers how far it came. */
  keep: (id: string) => Promise<void>
}

/** Shows events until the process ends. An event that is not acknowledged is sent again, so none is lost. */
async function follow(call: Call, { start, target, secret, keep }: Following): Promise<void> {
  const { terminal, values } = call
  const { signal } = terminal
  const since = textOf(values, 'since')
  const from = since ?? start.after
  const say = (line: string, record: object) =>
    values.json ? terminal.print(JSON.stringify(record)) : terminal.print(line)
  const client = await call.client()
  const events = client.streamEvents(
    { after: start.after, types: textOf(values, 'types') },
    {
      signal,
      onState: (state) => {
        if (state.state === 'ready')
          say(
            `Ready: ${state.types.join(', ')}${target ? ` -> ${target}, signed with ${secret}` : ''}${from ? `, from ${from} on` : ''}`,
            { type: 'ready', types: state.types, target, after: start.after ?? null, since: since ?? null },
          )
        else if (state.state === 'gap')
          say(`Events after ${state.after} are no longer kept: some are missing`, { type: 'gap', after: state.after })
        else say('Connection lost: connecting again', { type: 'reconnecting', afterMs: state.afterMs })
      },
    },
  )
  try {
    for await (const event of withoutEarlier(events, start)) {
      const seen = { type: 'event', id: event.id, event: event.event }
      if (target === null) {
        say(`${event.event.timestamp}  ${event.event.type}  ${event.id}`, seen)
        continue
      }
      const status = await forwardUntilAnswered({ event, target, secret, call, say })
      if (status === null) return
      say(`${event.event.timestamp}  ${event.event.type}  -> ${status}  ${event.id}`, {
        ...seen,
        type: 'forwarded',
        status,
      })
      await keep(event.id)
    }
  } catch (error) {
    if (!(error instanceof AbortedError)) throw error
  }
}

type Forwarding = Pick<Following, 'secret'> & {
  event: StreamedEvent
  target: string
  call: Call
  say: (line: string, record: object) => void
}

/** The status of the answer; null if the process is to end before there is one. */
async function forwardUntilAnswered({ event, target, secret, call, say }: Forwarding): Promise<number | null> {
  const { signal, fetch } = call.terminal
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
    try {
      return await forwardEvent({ url: target, event, secret, fetch, signal })
    } catch {
      if (signal.aborted) break
      say(`${event.event.type}: ${target} does not respond, trying again`, { type: 'unanswered', id: event.id, target })
      await wait(waitMs, undefined, { signal }).catch(() => {})
    }
  }
  return null
}
