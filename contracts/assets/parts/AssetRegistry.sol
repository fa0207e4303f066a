// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {AssetErrors} from "./AssetErrors.sol";

/// The registered wallets of an asset with their investors, and the frozen ones. The admin needs no entry.
abstract contract AssetRegistry is AssetErrors {
    event WalletRegistered(address indexed wallet, bytes32 indexed investor);
    event WalletRemoved(address indexed wallet);
    /// The event of ERC-3643; `owner` is the sender.
    event AddressFrozen(address indexed wallet, bool indexed frozen, address indexed owner);

    address public admin;
    mapping(address wallet => bytes32) private _investors;
    /// Survives the registration: removing and registering a wallet again does not unfreeze it.
    mapping(address wallet => bool) private _frozenWallets;

    modifier onlyAdmin() {
        _requireAdmin();
        _;
    }

    /// Registers line by line. Skips refused lines and emits an event for each. A repeated entry changes nothing.
    function registerWallets(address[] calldata wallets, bytes32[] calldata investors)
        external
        onlyAdmin
        returns (bytes4[] memory reasons)
    {
        require(wallets.length == investors.length, LengthMismatch());
        reasons = new bytes4[](wallets.length);
        for (uint256 i = 0; i < wallets.length; ++i) {
            (address wallet, bytes32 investor) = (wallets[i], investors[i]);
            bytes32 known = _investors[wallet];
            if (wallet == address(0) || wallet == address(this) || investor == 0) {
                reasons[i] = _refuseLine(i, wallet, InvalidWallet.selector);
            } else if (known == 0) {
                _investors[wallet] = investor;
                emit WalletRegistered(wallet, investor);
            } else if (known != investor) {
                reasons[i] = _refuseLine(i, wallet, WalletTaken.selector);
            }
        }
    }

    /// Removes only empty wallets, so that every unit has an investor.
    function removeWallets(address[] calldata wallets) external onlyAdmin returns (bytes4[] memory reasons) {
        reasons = new bytes4[](wallets.length);
        for (uint256 i = 0; i < wallets.length; ++i) {
            address wallet = wallets[i];
            if (_investors[wallet] == 0) {
                reasons[i] = _refuseLine(i, wallet, NotRegistered.selector);
            } else if (_holdsTokens(wallet)) {
                reasons[i] = _refuseLine(i, wallet, WalletHoldsTokens.selector);
            } else {
                delete _investors[wallet];
                emit WalletRemoved(wallet);
            }
        }
    }

    /// Frozen wallets can neither send nor receive. The admin's wallet cannot be frozen.
    function setAddressFrozen(address wallet, bool frozen) external onlyAdmin {
        _setAddressFrozen(wallet, frozen);
    }

    function batchSetAddressFrozen(address[] calldata wallets, bool[] calldata frozen) external onlyAdmin {
        require(wallets.length == frozen.length, LengthMismatch());
        for (uint256 i = 0; i < wallets.length; ++i) _setAddressFrozen(wallets[i], frozen[i]);
    }

    /// The investor of a wallet; zero if the wallet is not registered.
    function investorOf(address wallet) public view returns (bytes32) {
        return _investors[wallet];
    }

    /// Whether the wallet is registered or belongs to the admin.
    function isVerified(address wallet) public view returns (bool) {
        return _investors[wallet] != 0 || wallet == admin;
    }

    function isFrozen(address wallet) public view returns (bool) {
        return _frozenWallets[wallet];
    }

    function _setAdmin(address account) internal {
        require(account != address(0) && account != address(this), InvalidWallet());
        admin = account;
    }

    function _holdsTokens(address wallet) internal view virtual returns (bool);

    /// The reason why this wallet can neither send nor receive; zero if it can.
    function _walletRefusal(address wallet) internal view returns (bytes4) {
        if (wallet == address(0)) return InvalidWallet.selector;
        if (!isVerified(wallet)) return NotRegistered.selector;
        return _frozenWallets[wallet] ? WalletFrozen.selector : bytes4(0);
    }

    function _refuseLine(uint256 line, address wallet, bytes4 reason) internal returns (bytes4) {
        emit LineRefused(line, wallet, reason);
        return reason;
    }

    function _setAddressFrozen(address wallet, bool frozen) private {
        require(wallet != address(0) && wallet != admin, InvalidWallet());
        if (_frozenWallets[wallet] == frozen) return;
        _frozenWallets[wallet] = frozen;
        emit AddressFrozen(wallet, frozen, msg.sender);
    }

    function _requireAdmin() private view {
        require(msg.sender == admin, NotAdmin(msg.sender));
    }
}
