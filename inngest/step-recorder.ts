import { Middleware } from 'inngest'
import { isWorkName } from '@/schemas/alarms/words'
import { runStepLogged } from './run-logged'

/**
 * Every step of a job is work: its failure and the reason are in the log and on the page of alarms. Pumps have no steps
 * and record their runs themselves. A class, since the SDK takes nothing else.
 */
export class StepRecorder extends Middleware.BaseMiddleware {
  readonly id = 'note-steps'

  override wrapStepHandler({ fn, stepInfo, next }: Middleware.WrapStepHandlerArgs): Promise<unknown> {
    const name = fn.id()
    const step = stepInfo.options.id
    if (!isWorkName(name)) return next()
    return runStepLogged({ name, of: step, chainId: null }, next)
  }
}
