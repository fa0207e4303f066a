import { type Env, env } from '@/server/env'

/**
 * Changes variables of this process as a start with others would, without the checks of a start. The next test file
 * has those of its environment again.
 */
export function setVariables(changed: Partial<Env>): void {
  Object.assign(env(), changed)
}
