// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// Errors of the asset contracts, beside `KnownErrors`: one interface cannot have two of one name.
interface AssetErrors {
    error NotRegistered();
    error WalletFrozen();
    error FrozenTokens();
    error LockedUp();
    error InvestorLimit();
    error HolderLimit();
    error SupplyLimit();
    error InsufficientBalance();
    error TokenClosed();
    error InvalidWallet();
    error WalletTaken();
    error WalletHoldsTokens();
    error NotAdmin(address caller);
    error UnderFunded();
    error NotRecorded();
    error NotFunded();
    error AlreadyRecorded();
    error RecordTimeAhead();
    error NotSettled();
    error InvalidPaymentToken();
}
