// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {IERC20Errors, IERC721Errors, IERC1155Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

/// Errors of the token standards (ERC-6093) and of OpenZeppelin's contracts, of the current version and of version 4.
interface KnownErrors is IERC20Errors, IERC721Errors, IERC1155Errors {
    error ERC20ExceededCap(uint256 increasedSupply, uint256 cap);
    error ERC20ExceededSafeSupply(uint256 increasedSupply, uint256 cap);
    error ERC2612ExpiredSignature(uint256 deadline);
    error ERC2612InvalidSigner(address signer, address owner);
    error ERC4626ExceededMaxDeposit(address receiver, uint256 assets, uint256 max);
    error ERC4626ExceededMaxMint(address receiver, uint256 shares, uint256 max);
    error ERC4626ExceededMaxWithdraw(address owner, uint256 assets, uint256 max);
    error ERC4626ExceededMaxRedeem(address owner, uint256 shares, uint256 max);
    error OwnableUnauthorizedAccount(address account);
    error OwnableInvalidOwner(address owner);
    error AccessControlUnauthorizedAccount(address account, bytes32 neededRole);
    error AccessControlBadConfirmation();
    error EnforcedPause();
    error ExpectedPause();
    error ReentrancyGuardReentrantCall();
    error SafeERC20FailedOperation(address token);
    error SafeERC20FailedDecreaseAllowance(address spender, uint256 currentAllowance, uint256 requestedDecrease);
    error AddressEmptyCode(address target);
    error AddressInsufficientBalance(address account);
    error FailedCall();
    error FailedInnerCall();
    error InsufficientBalance(uint256 balance, uint256 needed);
    error InvalidInitialization();
    error NotInitializing();
    error ECDSAInvalidSignature();
    error InvalidAccountNonce(address account, uint256 currentNonce);
}
