import type { z } from 'zod'
import type { Cluster } from './cluster'
import { invalidParams } from './rpc-error'

export type Method = (cluster: Cluster, params: unknown) => unknown

/** A JSON-RPC method: its parameters are parsed once, wrong ones answer -32602. */
export function method<Params>(
  params: z.ZodType<Params>,
  answer: (cluster: Cluster, params: Params) => unknown,
): Method {
  return (cluster, given) => {
    const parsed = params.safeParse(given ?? [])
    if (parsed.success) return answer(cluster, parsed.data)
    const [issue] = parsed.error.issues
    throw invalidParams(
      issue?.code === 'custom' ? issue.message : `Invalid params: ${issue?.path.join('.')}: ${issue?.message}`,
    )
  }
}
