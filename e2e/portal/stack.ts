import { type StackFacts, stackFacts } from '../../dev/stack-file'

/** The stack the global setup started. */
export function stack(): StackFacts {
  return stackFacts.parse(JSON.parse(process.env.PORTAL_STACK ?? 'null'))
}
