import { type Abi, toEventSelector, toEventSignature, toFunctionSelector, toFunctionSignature } from 'viem'
import type { Contract } from './compile'

/**
 * The typed module of the contracts of one source. Each contract is a separate constant, so that a bundle takes only
 * what it uses.
 */
export function toModule(source: string, contracts: readonly Contract[]): string {
  const head = `// Made of contracts/${source} by \`npm run contracts\`: change that file instead.`
  return `${[head, ...contracts.flatMap(constantsOf)].join('\n\n')}\n`
}

function constantsOf({ name, abi, bytecode, runtimeBytecode }: Contract): string[] {
  const prefix = name.charAt(0).toLowerCase() + name.slice(1)
  const constants: [string, string | null][] = [
    ['Abi', listOf(abi)],
    ['Selectors', recordOf(selectorsOf(abi))],
    ['Topics', recordOf(topicsOf(abi))],
    ['Bytecode', bytecode && `'${bytecode}'`],
    ['RuntimeBytecode', runtimeBytecode && `'${runtimeBytecode}'`],
  ]
  return constants.flatMap(([suffix, value]) => (value ? [`export const ${prefix}${suffix} = ${value} as const`] : []))
}

/** The first four bytes of a call, by the method's signature. */
function selectorsOf(abi: Abi): [string, string][] {
  return abi.flatMap((item): [string, string][] =>
    item.type === 'function' ? [[toFunctionSignature(item), toFunctionSelector(item)]] : [],
  )
}

/** The first topic of a log, by the event's signature. */
function topicsOf(abi: Abi): [string, string][] {
  return abi.flatMap((item): [string, string][] =>
    item.type === 'event' ? [[toEventSignature(item), toEventSelector(item)]] : [],
  )
}

function listOf(abi: Abi): string {
  return `[\n${abi.map((item) => `  ${JSON.stringify(item)},\n`).join('')}]`
}

function recordOf(entries: readonly [string, string][]): string | null {
  if (entries.length === 0) return null
  return `{\n${entries.map(([key, value]) => `  '${key}': '${value}',\n`).join('')}}`
}
