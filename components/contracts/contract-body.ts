import type { ChainView } from '@/schemas/wallets/contract'
import type { ContractFunction } from './read-abi'
import { toArgument } from './to-argument'

/** The values of the form. `args` are in the order of the parameters. */
export type ContractValues = {
  chainId: string
  to: string
  signature: string
  args: string[]
  value: string
}

type Call = {
  values: ContractValues
  called: ContractFunction
  errors: readonly string[]
  /** The wallet that calls; a read has none. */
  addressIndex: number
}

/** The path of the API for this function. */
export function contractPathOf({ isRead }: ContractFunction): string {
  return `/v1/wallet/contract/${isRead ? 'read' : 'call'}`
}

/** The body of a read or a call. An argument that cannot be read yet is sent as it was typed. */
export function contractBodyOf({ values, called, errors, addressIndex }: Call): Record<string, unknown> {
  const { chainId, to, args, value } = values
  return {
    ...(!called.isRead && { addressIndex }),
    chainId: Number(chainId),
    to: to.trim(),
    function: called.declaration,
    args: called.inputs.map((parameter, n) => {
      const read = toArgument(parameter, args[n] ?? '')
      return 'problem' in read ? (args[n] ?? '') : read.value
    }),
    ...(errors.length > 0 && { errors }),
    ...(called.isPayable && value.trim() !== '' && { value: value.trim() }),
  }
}

type FieldProblem = { field: 'to' | 'value' | `args.${number}`; message: string }

/** Messages of the API about fields of the form, such as `args[0].amount: must be an integer`. */
export function fieldProblemsOf(errors: readonly string[]): FieldProblem[] {
  return errors.flatMap((line): FieldProblem[] => {
    const [, path = '', message = ''] = /^([^:]+): (.*)$/s.exec(line) ?? []
    const [, at, inner] = /^args\[(\d+)\](.*)$/.exec(path) ?? []
    if (at !== undefined)
      return [{ field: `args.${Number(at)}`, message: inner ? `${inner.replace(/^\./, '')}: ${message}` : message }]
    return path === 'to' || path === 'value' ? [{ field: path, message }] : []
  })
}

/** The chains that have contracts. */
export function contractChains(chains: readonly ChainView[]): ChainView[] {
  return chains.filter(({ chainType, isAvailable }) => chainType === 'EVM' && isAvailable)
}
