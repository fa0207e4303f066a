import { type Abi, toEventSelector, toFunctionSelector } from 'viem'

/** What the compiler made of one contract. */
export type Compiled = { contract: string; abi: Abi; bytecode: string }

/** `SlipwayDelegate` in `slipway-delegate.ts`. */
export function moduleName({ contract }: Pick<Compiled, 'contract'>): string {
  return `${contract.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.ts`
}

/** The typed module of a contract: its ABI, its creation code, and what calldata and logs of it begin with. */
export function renderModule({ contract, abi, bytecode }: Compiled): string {
  const name = contract.charAt(0).toLowerCase() + contract.slice(1)
  const functions = abi.flatMap((item) => (item.type === 'function' ? [[item.name, toFunctionSelector(item)]] : []))
  const events = abi.flatMap((item) => (item.type === 'event' ? [[item.name, toEventSelector(item)]] : []))
  const constant = (suffix: string, value: unknown) =>
    `export const ${name}${suffix} = ${JSON.stringify(value, null, 1)} as const\n`
  return [
    `// Made of ${contract}.sol by contracts/compile.ts: not to be edited.\n`,
    constant('Abi', abi),
    constant('Selectors', Object.fromEntries(functions)),
    constant('Topics', Object.fromEntries(events)),
    constant('Bytecode', bytecode),
  ].join('')
}
