import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import type { Tenant } from '@/server/ctx'
import { toContractRefusal } from '@/server/tokens/operations/error-codes'
import type { OperationPlan } from '@/server/tokens/operations/plan'
import type { OperationRefusal } from '@/server/tokens/operations/prepare-operation'
import type { LoadedToken } from '@/server/tokens/plans/load-token'
import { valueMicrosOf } from '@/server/tokens/plans/read-fields'
import { mintTo } from './asset-instructions'
import { mintAuthorityOf } from './mint-authority-of'
import { packLinesIntoCalls } from './pack-lines-into-calls'
import { problemOf, readHolderStates } from './read-holder-states'

type Line = { to: string; units: bigint }
type Mint = { lines: readonly Line[]; isBatch: boolean }
type Planned = Pick<OperationPlan, 'calls' | 'decidedCodes'> & { earlyRefusal: OperationRefusal | null }

const LINES_PER_CALL = 12
/** The maximum that an account can hold. */
const MAX_SOLANA_UNITS = 2n ** 64n - 1n

/** The calls of a mint without the lines that would be refused. Throws unavailable. */
export async function mintOnSolana(tenant: Tenant, loaded: LoadedToken, { lines, isBatch }: Mint): Promise<Planned> {
  const { token } = loaded
  const acting = mintAuthorityOf(token)
  const states = await readHolderStates(
    tenant,
    loaded,
    lines.map(({ to }) => to),
  )
  const codes = lines.map(({ to, units }) =>
    units > MAX_SOLANA_UNITS ? ('supply_limit' as const) : problemOf(states.get(to)),
  )
  if (isBatch) {
    const calls = packLinesIntoCalls({
      token,
      lines,
      codes,
      perCall: LINES_PER_CALL,
      toInstructions: ({ to, units }) => [mintTo(acting, { owner: to, units })],
      toEffect: (some) => effectOf(loaded, some),
    })
    return { calls, decidedCodes: codes, earlyRefusal: null }
  }
  const [line] = lines
  const [code] = codes
  if (!line) throw new Error('a mint has no line')
  if (code) return { calls: [], earlyRefusal: toContractRefusal(code) }
  const data = encodeProgramCall([mintTo(acting, { owner: line.to, units: line.units })])
  const call = { from: token.adminAddress, to: token.contractAddress, data, effect: effectOf(loaded, [line]) }
  return { calls: [call], earlyRefusal: null }
}

/** With several recipients, a policy with a list of recipients has to contain the token itself. */
function effectOf({ token }: LoadedToken, some: readonly Line[]) {
  const [first] = some
  const isOne = some.every(({ to }) => to === first?.to)
  const units = some.reduce((sum, line) => sum + line.units, 0n)
  return {
    toAddress: isOne && first ? first.to : token.contractAddress,
    valueUsdMicros: valueMicrosOf(token, units),
  }
}
