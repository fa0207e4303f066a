/**
 * Errors by which OpenZeppelin's contracts and the token standards (ERC-6093) say why they refuse, and how each reads with its arguments,
 * which come as text.
 */
export const KNOWN_ERRORS: Readonly<Record<string, (args: readonly string[]) => string>> = {
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)': ([who, has, needs]) =>
    `${who} holds ${has} units of the token, ${needs} are needed`,
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)': ([who, has, needs]) =>
    `${who} may spend ${has} units of the token, ${needs} are needed`,
  'error ERC20InvalidSender(address sender)': ([who]) => `${who} cannot send this token`,
  'error ERC20InvalidReceiver(address receiver)': ([who]) => `${who} cannot receive this token`,
  'error ERC20InvalidApprover(address approver)': ([who]) => `${who} cannot approve a spender`,
  'error ERC20InvalidSpender(address spender)': ([who]) => `${who} cannot be a spender`,
  'error ERC20ExceededCap(uint256 increasedSupply, uint256 cap)': ([supply, cap]) =>
    `a supply of ${supply} would be above the cap of ${cap}`,
  'error ERC20ExceededSafeSupply(uint256 increasedSupply, uint256 cap)': ([supply, cap]) =>
    `a supply of ${supply} would be above the cap of ${cap}`,
  'error ERC2612ExpiredSignature(uint256 deadline)': ([deadline]) => `the permit expired at ${deadline}`,
  'error ERC2612InvalidSigner(address signer, address owner)': ([signer, owner]) =>
    `the permit is signed by ${signer}, not by ${owner}`,
  'error ERC721InvalidOwner(address owner)': ([who]) => `${who} cannot own this token`,
  'error ERC721NonexistentToken(uint256 tokenId)': ([id]) => `token ${id} does not exist`,
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)': ([who, id, owner]) =>
    `token ${id} belongs to ${owner}, not to ${who}`,
  'error ERC721InsufficientApproval(address operator, uint256 tokenId)': ([who, id]) =>
    `${who} is not approved for token ${id}`,
  'error ERC721InvalidReceiver(address receiver)': ([who]) => `${who} cannot receive this token`,
  'error ERC721InvalidSender(address sender)': ([who]) => `${who} cannot send this token`,
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)': ([
    who,
    has,
    needs,
    id,
  ]) => `${who} holds ${has} of token ${id}, ${needs} are needed`,
  'error ERC1155MissingApprovalForAll(address operator, address owner)': ([who, owner]) =>
    `${who} is not approved by ${owner}`,
  'error ERC1155InvalidReceiver(address receiver)': ([who]) => `${who} cannot receive this token`,
  'error ERC4626ExceededMaxDeposit(address receiver, uint256 assets, uint256 max)': ([who, wants, max]) =>
    `${who} may deposit ${max}, not ${wants}`,
  'error ERC4626ExceededMaxMint(address receiver, uint256 shares, uint256 max)': ([who, wants, max]) =>
    `${who} may mint ${max}, not ${wants}`,
  'error ERC4626ExceededMaxWithdraw(address owner, uint256 assets, uint256 max)': ([who, wants, max]) =>
    `${who} may withdraw ${max}, not ${wants}`,
  'error ERC4626ExceededMaxRedeem(address owner, uint256 shares, uint256 max)': ([who, wants, max]) =>
    `${who} may redeem ${max}, not ${wants}`,
  'error OwnableUnauthorizedAccount(address account)': ([who]) => `${who} is not the owner`,
  'error OwnableInvalidOwner(address owner)': ([who]) => `${who} cannot be the owner`,
  'error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)': ([who, role]) =>
    `${who} lacks the role ${role}`,
  'error AccessControlBadConfirmation()': () => 'the caller is not the account it gives the role up for',
  'error EnforcedPause()': () => 'the contract is paused',
  'error ExpectedPause()': () => 'the contract is not paused',
  'error ReentrancyGuardReentrantCall()': () => 'the call entered the contract a second time',
  'error SafeERC20FailedOperation(address token)': ([token]) => `a transfer of the token ${token} failed`,
  'error SafeERC20FailedDecreaseAllowance(address spender, uint256 currentAllowance, uint256 requestedDecrease)': ([
    who,
    has,
    wants,
  ]) => `the allowance of ${who} is ${has}, less than ${wants}`,
  'error AddressEmptyCode(address target)': ([target]) => `no contract at ${target}`,
  'error AddressInsufficientBalance(address account)': ([who]) => `${who} holds too little of the native coin`,
  'error FailedCall()': () => 'a call inside it failed',
  'error FailedInnerCall()': () => 'a call inside it failed',
  'error InsufficientBalance(uint256 balance, uint256 needed)': ([has, needs]) =>
    `the balance is ${has}, ${needs} are needed`,
  'error InvalidInitialization()': () => 'the contract is initialised already',
  'error NotInitializing()': () => 'the contract is not being initialised',
  'error ECDSAInvalidSignature()': () => 'the signature is not valid',
  'error InvalidAccountNonce(address account, uint256 currentNonce)': ([who, nonce]) =>
    `the nonce of ${who} is ${nonce}`,
}
