import { encodeProgramCall } from '@/server/chains/solana/program-call-data'
import type { Tenant } from '@/server/ctx'
import type { OperationPlan } from '@/server/tokens/operations/plan'
import type { OperationRefusal } from '@/server/tokens/operations/prepare-operation'
import { refusedAs } from '@/server/tokens/operations/refused-as'
import type { Loaded } from '@/server/tokens/plans/load-token'
import { worthOf } from '@/server/tokens/plans/read-fields'
import { actingFor } from './acting-for'
import { mintTo } from './asset-instructions'
import { linesInCalls } from './lines-in-calls'
import { problemOf, readHolderStates } from './read-holder-states'

type Line = { to: string; units: bigint }
type Wanted = { lines: readonly Line[]; isBatch: boolean }
type Planned = Pick<OperationPlan, 'calls' | 'decided'> & { known: OperationRefusal | null }

const LINES_PER_CALL = 12
/** The maximum that an account can hold. */
const MAX_SOLANA_UNITS = 2n ** 64n - 1n

/** The calls of a mint without the lines that would be refused. Throws unavailable. */
export async function mintOnSolana(tenant: Tenant, loaded: Loaded, { lines, isBatch }: Wanted): Promise<Planned> {
  const { token } = loaded
  const acting = actingFor(token)
  const states = await readHolderStates(
    tenant,
    loaded,
    lines.map(({ to }) => to),
  )
  const codes = lines.map(({ to, units }) =>
    units > MAX_SOLANA_UNITS ? ('supply_limit' as const) : problemOf(states.get(to)),
  )
  if (isBatch) {
    const calls = linesInCalls({
      token,
      lines,
      codes,
      perCall: LINES_PER_CALL,
      toInstructions: ({ to, units }) => [mintTo(acting, { owner: to, units })],
      toEffect: (some) => effectOf(loaded, some),
    })
    return { calls, decided: codes, known: null }
  }
  const [line] = lines
  const [code] = codes
  if (!line) throw new Error('a mint has no line')
  if (code) return { calls: [], known: refusedAs(code) }
  const data = encodeProgramCall([mintTo(acting, { owner: line.to, units: line.units })])
  const call = { from: token.adminAddress, to: token.contractAddress, data, effect: effectOf(loaded, [line]) }
  return { calls: [call], known: null }
}

/** With several recipients, a policy with a list of recipients has to contain the token itself. */
function effectOf({ token }: Loaded, some: readonly Line[]) {
  const [first] = some
  const isOne = some.every(({ to }) => to === first?.to)
  const units = some.reduce((sum, line) => sum + line.units, 0n)
  return {
    toAddress: isOne && first ? first.to : token.contractAddress,
    valueUsdMicros: worthOf(token, units),
  }
}
