import type { Db } from './db'
import { functionConfig, type RegisteredFunction } from './function-config'

interface Trigger {
  fn: RegisteredFunction
  expression?: string
}

interface CancelRule {
  fn: RegisteredFunction
  condition?: string
  timeout?: string
}

/** The functions this process knows, indexed by what starts and what cancels them. */
export interface Registry {
  find(id: string): RegisteredFunction | undefined
  isEmpty(): boolean
  triggers(eventName: string): Trigger[]
  cancels(eventName: string): CancelRule[]
  crons(): { fn: RegisteredFunction; expression: string }[]
  reload(sql: Db): Promise<void>
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key)
  if (list) list.push(item)
  else map.set(key, [item])
}

export function createRegistry(): Registry {
  let byId = new Map<string, RegisteredFunction>()
  let byEvent = new Map<string, Trigger[]>()
  let byPrefix: { prefix: string; trigger: Trigger }[] = []
  let byCancel = new Map<string, CancelRule[]>()

  function index(functions: RegisteredFunction[]): void {
    byId = new Map(functions.map((fn) => [fn.id, fn]))
    byEvent = new Map()
    byPrefix = []
    byCancel = new Map()
    for (const fn of functions) {
      for (const { event, expression } of fn.config.triggers) {
        if (!event) continue
        const trigger = expression ? { fn, expression } : { fn }
        if (event.endsWith('*')) byPrefix.push({ prefix: event.slice(0, -1), trigger })
        else push(byEvent, event, trigger)
      }
      for (const rule of fn.config.cancel ?? []) {
        push(byCancel, rule.event, { fn, condition: rule.if, timeout: rule.timeout })
      }
    }
  }

  return {
    find: (id) => byId.get(id),
    isEmpty: () => byId.size === 0,
    triggers(name) {
      const exact = byEvent.get(name) ?? []
      const wild = byPrefix.filter(({ prefix }) => name.startsWith(prefix)).map(({ trigger }) => trigger)
      return wild.length > 0 ? [...exact, ...wild] : exact
    },
    cancels: (name) => byCancel.get(name) ?? [],
    crons: () =>
      [...byId.values()].flatMap((fn) =>
        fn.config.triggers.flatMap(({ cron }) => (cron ? [{ fn, expression: cron }] : [])),
      ),
    async reload(sql) {
      const rows = await sql<{ id: string; url: string; config: unknown }[]>`
        select id, url, config from engine.functions where enabled`
      index(rows.map((row) => ({ id: row.id, url: row.url, config: functionConfig.parse(row.config) })))
    },
  }
}
