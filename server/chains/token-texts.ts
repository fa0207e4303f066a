/** Ends `The token …`. */
export const TAKES_FEE = 'takes a fee of each transfer, so that the recipient would get less'
export const TOKEN_TAKES_FEE = `The token ${TAKES_FEE}`
export const TOKEN_REFUSED = 'The token refused the transfer: it answered false'
export const TOKEN_MOVED_NOTHING = 'The token moved nothing, although it accepted the transfer'
