import { writeFile } from 'node:fs/promises'
import { type Command, textOf } from './command'
import { requireConfig } from './config'
import { exampleOf, kindsOf } from './example-events'
import { forwardEvent } from './forward-event'
import { identifyKey } from './identify-key'
import { operationNames } from './operation-names'
import { readDocument } from './read-document'
import { parseInput, requireText } from './read-options'
import { readTarget } from './target'
import { UsageError } from './terminal'

export const trigger: Command = {
  name: 'trigger',
  usage: 'trigger <kind> --forward-to localhost:3001/hook',
  summary: 'Sends an example of an event to a destination, signed as listen does. No event happens on the platform',
  takes: [0, 1],
  options: {
    'forward-to': { type: 'string', value: 'url', description: 'The destination' },
    'allow-remote': { type: 'boolean', description: 'Allows a destination on another machine' },
    list: { type: 'boolean', description: 'Lists the kinds' },
  },
  async run({ terminal, values, positionals: [requestedKind] }) {
    const config = await requireConfig(terminal)
    const document = await readDocument(terminal, config.baseUrl)
    const kinds = kindsOf(document)
    if (values.list || requestedKind === undefined) return terminal.print(kinds.join('\n'))
    const kind = kinds.find((name) => name === requestedKind || name === `wallet.${requestedKind}`)
    if (!kind) throw new UsageError(`Unknown kind of event: ${requestedKind}. List all: slipway trigger --list`)
    const to = requireText(values, 'forward-to')
    const { listenSecret: secret } = await identifyKey(terminal, config)
    const event = exampleOf(document, kind)
    const url = readTarget(to, values['allow-remote'] === true)
    const status = await forwardEvent({ url, event, secret, fetch: terminal.fetch, signal: terminal.signal }).catch(
      (error) => {
        throw new Error(`${url} does not respond`, { cause: error })
      },
    )
    terminal.print(values.json ? JSON.stringify({ type: kind, status }) : `${kind} (an example) -> ${status}`)
  },
}

export const openapi: Command = {
  name: 'openapi',
  usage: 'openapi [file]',
  summary: 'Prints the OpenAPI document, or writes it to a file',
  takes: [0, 1],
  options: {},
  async run({ terminal, positionals: [file] }) {
    const { baseUrl } = await requireConfig(terminal)
    const text = JSON.stringify(await readDocument(terminal, baseUrl), null, 2)
    if (file === undefined) terminal.print(text)
    else await writeFile(file, `${text}\n`)
  },
}

export const call: Command = {
  name: 'call',
  usage: 'call <operation> [\'{"field": 1}\']',
  summary: 'Calls any operation of the API by its name',
  takes: [0, 2],
  words: operationNames(),
  options: {
    list: { type: 'boolean', description: 'Lists the operations' },
    'idempotency-key': { type: 'string', value: 'key', description: 'Continues an earlier call that had this key' },
  },
  async run({ terminal, client, values, positionals: [name, text = '{}'] }) {
    const names = operationNames()
    if (values.list) return terminal.print(names.join('\n'))
    if (name === undefined) throw new UsageError(`slipway ${call.usage}, or slipway call --list`)
    if (!names.includes(name)) throw new UsageError(`Unknown operation: ${name}. List all: slipway call --list`)
    const slipway = await client()
    const input = parseInput(text)
    const options = { idempotencyKey: textOf(values, 'idempotency-key'), signal: terminal.signal }
    // The operation exists; the API checks its input.
    const { data } = await slipway.call(name as 'getBalance', input as never, options)
    terminal.print(JSON.stringify(data, null, 2))
  },
}
