export const TOKEN_SHORT = 'The wallet holds less of the token than the transfer moves'
export const NATIVE_SHORT = 'The wallet holds less than the transfer moves'
export const NOTHING_TO_SWEEP = 'The wallet holds nothing that can be swept'
export const SWEEP_SHORT = 'The wallet holds less than the sweep moves and what it has to leave'
