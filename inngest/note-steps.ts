import { Middleware } from 'inngest'
import { isWorkName } from '@/schemas/alarms/words'
import { runStepLogged } from './run-logged'

/** The steps of pumps, which note their runs themselves. */
const PUMP_STEPS = ['pump', 'again']

/**
 * Every step of a job is work: its failure and the reason are in the log and on the page of alarms. A class, since the
 * SDK takes nothing else.
 */
export class NoteSteps extends Middleware.BaseMiddleware {
  readonly id = 'note-steps'

  override wrapStepHandler({ fn, stepInfo, next }: Middleware.WrapStepHandlerArgs): Promise<unknown> {
    const name = fn.id()
    const step = stepInfo.options.id
    if (!isWorkName(name) || PUMP_STEPS.includes(step)) return next()
    return runStepLogged({ name, of: step, chainId: null }, next)
  }
}
