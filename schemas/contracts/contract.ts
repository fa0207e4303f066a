import { z } from 'zod'
import { NETWORKS } from '@/schemas/transactions/contract'
import { field } from '@/server/text/field'
import { recordOf } from '@/server/text/record-of'

const EXAMPLE_TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const READ = 'function balanceOf(address owner) view returns (uint256)'
const CALL = 'function approve(address spender, uint256 value) returns (bool)'

const HOLDER = '0x52908400098527886E0F7030069857D2E4169EE7'
export const CALL_EXAMPLE = { to: EXAMPLE_TOKEN, function: CALL, args: { spender: HOLDER, value: '1000000' } }

const MAX_ARGS = 32

const contractField = field(z.string().min(1).max(64), 'The contract.', EXAMPLE_TOKEN)
const functionField = (example: string) =>
  field(
    z.string().min(1).max(20_000),
    'The function as Solidity declares it, or its entry of a JSON ABI as text. The names are for you; types and order make the call.',
    example,
  )
const argsField = (example: unknown) =>
  field(
    z.union([z.array(z.unknown()).max(MAX_ARGS), recordOf(z.string(), z.unknown(), MAX_ARGS)]).default([]),
    'The arguments: a list, or an object by the names of the parameters. Integers are decimal strings, or JSON numbers that are exact; bytes are 0x-hex; tuples are lists or objects.',
    example,
  )

const errorsField = field(
  z.array(z.string().min(1).max(20_000)).max(32).optional(),
  'Custom errors of the contract, as Solidity declares them or as entries of a JSON ABI: a revert is named by them. `Error`, `Panic` and the errors of common standards are known without.',
  ['error InsufficientBalance(uint256 available, uint256 required)'],
)

/** The fields that name the function, in a read and in a call. */
const readFields = {
  to: contractField,
  function: functionField(READ),
  args: argsField([HOLDER]),
  errors: errorsField,
}
export const callFields = {
  to: contractField,
  function: functionField(CALL),
  args: argsField(CALL_EXAMPLE.args),
  errors: errorsField,
}

const blockField = field(
  z
    .string()
    .regex(/^(latest|0|[1-9]\d{0,17})$/, 'must be `latest` or the number of a block')
    .default('latest'),
  '`latest`, or the number of a block as a decimal string. Old blocks need an archive node.',
  'latest',
)

export const readContractBody = z
  .strictObject({
    chainId: field(z.int().min(1).max(2_147_483_647), 'The chain, as EIP-155 numbers it.', 84_532),
    network: field(z.enum(NETWORKS).optional(), 'Must agree with `chainId`.', 'TESTNET'),
    ...readFields,
    block: blockField,
    from: field(
      z.string().min(1).max(64).optional(),
      'The caller, for contracts whose result depends on it. Default: the zero address.',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ),
  })
  .meta({ examples: [{ chainId: 84_532, to: EXAMPLE_TOKEN, function: READ, args: [HOLDER] }] })
export type ReadContractInput = z.output<typeof readContractBody>

/** JSON whose integers are decimal strings. */
const anyJson = z.unknown()

export const contractReadView = z
  .object({
    chainId: field(z.int(), 'The requested value.', 84_532),
    to: field(z.string(), 'The contract, checksummed.', EXAMPLE_TOKEN),
    function: field(z.string(), 'The declaration in one line.', READ),
    blockNumber: field(z.string(), 'The block that was read.', '31000000'),
    blockHash: field(z.string(), 'The hash of that block.', `0x${'8c'.repeat(32)}`),
    result: field(
      anyJson,
      'The values that the function returns: an object if all have names, otherwise a list. Integers are decimal strings.',
      ['1000000'],
    ),
    data: field(z.string(), 'The bytes that the contract returned.', `0x${'0'.repeat(58)}0f4240`),
  })
  .meta({ id: 'ContractRead', description: 'The answer of a contract at one block.' })
export type ContractReadView = z.infer<typeof contractReadView>

export const contractRevertView = z
  .object({
    reason: field(z.string(), 'The reason for the revert, in words.', 'reverted: not allowed'),
    selector: field(z.string().nullable(), 'The four bytes of the error; null if it has none.', '0x08c379a0'),
    name: field(z.string().nullable(), 'The error, if it is known.', 'Error'),
    args: field(
      z.array(z.string()).nullable(),
      'Its arguments as text, if the error is known; lists and tuples as JSON.',
      ['not allowed'],
    ),
    data: field(z.string(), 'The revert data, cut after 1,024 bytes.', '0x08c379a0'),
    blockNumber: field(z.string(), 'The block that was read.', '31000000'),
  })
  .meta({ id: 'ContractRevert', description: 'The reason why a contract refused a read.' })
export type ContractRevertView = z.infer<typeof contractRevertView>
