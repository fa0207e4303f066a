// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {AssetParams} from "./AssetParams.sol";
import {BalanceHistory} from "./BalanceHistory.sol";
import {PayoutErrors} from "./PayoutErrors.sol";

/// Pays coupons and the redemption. Each payout has separate funds, which each of its holders receives once. Amounts are
/// rounded down, so that their sum never exceeds the funds.
abstract contract YieldPayouts is PayoutErrors, BalanceHistory, ReentrancyGuard {
    struct Payout {
        uint48 recordTime;
        /// A holder gets floor(units * numerator / denominator) of the payment token's units.
        uint128 numerator;
        uint128 denominator;
        /// The units that are paid for: those of all holders but the admin.
        uint256 basis;
        /// The amount received for it.
        uint256 funded;
        /// The units whose money was paid or reserved.
        uint256 paidUnits;
        /// The amounts sent to holders, and reserved for them; together at most `funded`.
        uint256 paidAmount;
        uint256 owed;
    }

    /// The gas limit of a payment. A real stablecoin uses less than half of it.
    uint256 private constant PAYMENT_GAS = 200_000;
    /// The gas reserved for the steps before a payment.
    uint256 private constant GAS_BEFORE_PAYMENT = 10_000;

    address public paymentToken;
    /// The amount reserved for a holder that could not be paid, over all payouts.
    mapping(address holder => uint256) public owed;
    mapping(uint256 id => Payout) internal _payouts;
    mapping(uint256 id => bool) private _isFunded;
    mapping(uint256 id => bool) private _isReturned;

    /// A payout; all fields are zero if it is not recorded.
    function payouts(uint256 id) external view returns (Payout memory) {
        return _payouts[id];
    }

    /// The amount pulled from the admin for a payout, in units of the payment token.
    function requiredFunds(uint256 id) public view returns (uint256) {
        Payout storage payout = _requireRecorded(id);
        return _amountFor(payout, payout.basis);
    }

    /// Pulls the funds of the payout from the admin, who approved the amount. Repeated calls do nothing.
    function fundPayout(uint256 id) external onlyAdmin nonReentrant {
        uint256 required = requiredFunds(id);
        if (_isFunded[id]) return;
        _isFunded[id] = true;
        IERC20 token = IERC20(paymentToken);
        uint256 before = token.balanceOf(address(this));
        if (required > 0) SafeERC20.safeTransferFrom(token, msg.sender, address(this), required);
        uint256 current = token.balanceOf(address(this));
        require(current >= before && current - before >= required, UnderFunded());
        _payouts[id].funded = current - before;
        emit PayoutFunded(id, current - before);
    }

    /// Pays a holder the amount reserved for it.
    function payOwed(address holder) external nonReentrant {
        require(!isFrozen(holder), WalletFrozen());
        uint256 amount = owed[holder];
        if (amount == 0) return;
        owed[holder] = 0;
        require(_trySend(holder, amount), PaymentRefused());
        emit OwedPaid(holder, amount);
    }

    /// Returns the rounding remainder to the admin, once all holders are settled.
    function returnRest(uint256 id) external nonReentrant {
        Payout storage payout = _requireFunded(id);
        require(payout.paidUnits == payout.basis, NotSettled());
        if (_isReturned[id]) return;
        _isReturned[id] = true;
        uint256 rest = payout.funded - payout.paidAmount - payout.owed;
        if (rest == 0) return;
        require(_trySend(admin, rest), PaymentRefused());
        emit RestReturned(id, rest);
    }

    /// Sends a payment. The asset calls itself, so that a failed payment has no effect.
    function sendPayment(address to, uint256 amount) external {
        require(msg.sender == address(this), NotItself());
        IERC20 token = IERC20(paymentToken);
        uint256 before = token.balanceOf(address(this));
        SafeERC20.safeTransfer(token, to, amount);
        require(token.balanceOf(address(this)) + amount >= before, Overcharged());
    }

    function _acceptPaymentToken(AssetParams calldata params) internal override {
        address token = params.paymentToken;
        require(params.yieldBearing && token != address(this) && token.code.length > 0, InvalidPaymentToken());
        paymentToken = token;
    }

    /// Pays a holder or reserves the amount. The caller ensures one call for each holder of a payout.
    function _pay(uint256 id, address holder, uint256 units) internal {
        Payout storage payout = _payouts[id];
        uint256 amount = _amountFor(payout, units);
        payout.paidUnits += units;
        if (!isFrozen(holder) && _trySend(holder, amount)) {
            payout.paidAmount += amount;
            emit PayoutPaid(id, holder, units, amount);
        } else {
            payout.owed += amount;
            owed[holder] += amount;
            emit PayoutOwed(id, holder, units, amount);
        }
    }

    function _requireRecorded(uint256 id) internal view returns (Payout storage payout) {
        payout = _payouts[id];
        require(payout.denominator != 0, NotRecorded());
    }

    function _requireFunded(uint256 id) internal view returns (Payout storage payout) {
        payout = _requireRecorded(id);
        require(_isFunded[id], NotFunded());
    }

    /// Never overflows: units and numerator have 128 bits each.
    function _amountFor(Payout storage payout, uint256 units) private view returns (uint256) {
        return units * payout.numerator / payout.denominator;
    }

    /// Whether the payment succeeded: within its gas, without a revert, without a false result, and at no other cost.
    function _trySend(address to, uint256 amount) private returns (bool sent) {
        if (amount == 0) return true;
        // A call gets at most 63/64 of what is left (EIP-150).
        require(gasleft() >= PAYMENT_GAS + PAYMENT_GAS / 63 + GAS_BEFORE_PAYMENT, NotEnoughGas());
        bytes memory data = abi.encodeCall(this.sendPayment, (to, amount));
        // Copies no return data, whatever its length.
        assembly ("memory-safe") {
            sent := call(PAYMENT_GAS, address(), 0, add(data, 0x20), mload(data), 0, 0)
        }
    }
}
