import { type AbiFunction, type AbiParameter, decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import { invalid, leafTypeOf, readLeaf } from './read-leaf'
import { toJson } from './to-json'

/** The maximum number of values; each is one word of calldata. */
const MAX_VALUES = 2_000

/**
 * The calldata of a function with these arguments: a list, or an object by the names of the parameters. Decoded again
 * and compared before it is answered. Throws invalid, naming the argument (`args[1].amountIn: ...`).
 */
export function encodeCall(declared: AbiFunction, args: unknown): Hex {
  const values = new Reader().parts(declared.inputs, args, 'args')
  const data = encodeFunctionData({ abi: [declared], args: values })
  const read = decodeFunctionData({ abi: [declared], data })
  if (JSON.stringify(toJson(declared.inputs, read.args ?? [])) !== JSON.stringify(toJson(declared.inputs, values)))
    throw new Error('the calldata differs from the requested call')
  return data
}

class Reader {
  #values = 0

  /** A list of all, or an object with all names and no others. As a list in the order of the parameters. */
  parts(parameters: readonly AbiParameter[], value: unknown, path: string): unknown[] {
    if (Array.isArray(value)) {
      if (value.length !== parameters.length) throw invalid(path, `must have ${parameters.length} items`)
      return parameters.map((parameter, n) => this.#one(parameter, value[n], `${path}[${n}]`))
    }
    if (typeof value !== 'object' || value === null) throw invalid(path, 'must be a list, or an object by names')
    const names = parameters.map(({ name }) => name ?? '')
    if (names.includes('')) throw invalid(path, 'must be a list: not all of it has a name')
    const [extra] = Object.keys(value).filter((key) => !names.includes(key))
    if (extra !== undefined) throw invalid(`${path}.${extra.slice(0, 64)}`, 'unknown name')
    const given = new Map<string, unknown>(Object.entries(value))
    return parameters.map((parameter) => {
      const at = `${path}.${parameter.name}`
      if (!given.has(parameter.name ?? '')) throw invalid(at, 'is missing')
      return this.#one(parameter, given.get(parameter.name ?? ''), at)
    })
  }

  #one(parameter: AbiParameter, value: unknown, path: string): unknown {
    this.#values += 1
    if (this.#values > MAX_VALUES) throw invalid('args', `has more than ${MAX_VALUES} values`)
    const [, inner, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? []
    if (inner !== undefined) {
      if (!Array.isArray(value)) throw invalid(path, 'must be a list')
      if (length && value.length !== Number(length)) throw invalid(path, `must have ${Number(length)} items`)
      return value.map((item, n) => this.#one({ ...parameter, type: inner }, item, `${path}[${n}]`))
    }
    if (parameter.type === 'tuple') {
      const components = componentsOf(parameter)
      const parts = this.parts(components, value, path)
      const isNamed = components.every(({ name }) => name)
      return isNamed ? Object.fromEntries(components.map(({ name }, n) => [name, parts[n]])) : parts
    }
    const leaf = leafTypeOf(parameter.type)
    if (leaf === null) throw new Error('a declaration has no other types')
    return readLeaf(leaf, value, { path })
  }
}

function componentsOf(parameter: AbiParameter): readonly AbiParameter[] {
  return 'components' in parameter ? (parameter.components ?? []) : []
}
