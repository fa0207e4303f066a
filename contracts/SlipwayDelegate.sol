// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.29;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC1363Receiver} from "@openzeppelin/contracts/interfaces/IERC1363Receiver.sol";
import {IERC1155Receiver} from "@openzeppelin/contracts/token/ERC1155/IERC1155Receiver.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignerEIP7702} from "@openzeppelin/contracts/utils/cryptography/signers/SignerEIP7702.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {ERC165} from "@openzeppelin/contracts/utils/introspection/ERC165.sol";
import {NoncesKeyed} from "@openzeppelin/contracts/utils/NoncesKeyed.sol";
import {TokenRecipient} from "./interfaces/TokenRecipient.sol";

/// The code a wallet's account points to (EIP-7702) so that a relayer can submit and pay gas for calls that the wallet signed.
/// No owner, no upgrade, no state outside its ERC-7201 namespace "slipway.delegate".
contract SlipwayDelegate layout at 0x6fa2c897995a878c7b337aa2ea6b2b8c1a00334055e1b8f5139f611b98329100
    is EIP712, SignerEIP7702, NoncesKeyed, ERC165, IERC1271
{
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    struct Operation {
        /// The id in the event that proves the outcome.
        bytes32 id;
        /// The only account that may submit it, so that no other can use a signature from a failed transaction.
        address relayer;
        /// The key in the upper 192 bits, the sequence within the key in the lower 64; used at most once.
        uint256 nonce;
        /// The last second at which it may run.
        uint256 deadline;
        /// The gas that the calls run with: exactly this amount, whatever the submitter provides.
        uint256 callGas;
        Call[] calls;
    }

    /// `result` holds the revert data of the calls, cut at MAX_RESULT_BYTES; empty when they succeeded.
    event OperationExecuted(bytes32 indexed id, bool success, bytes result);

    error NotTheRelayer();
    error Expired();
    error InvalidSignature();
    error NotEnoughGas();
    error OnlyTheWallet();

    bytes32 private constant CALL_TYPE = keccak256("Call(address to,uint256 value,bytes data)");
    bytes32 private constant OPERATION_TYPE = keccak256(
        "Operation(bytes32 id,address relayer,uint256 nonce,uint256 deadline,uint256 callGas,Call[] calls)Call(address to,uint256 value,bytes data)"
    );
    uint256 private constant MAX_RESULT_BYTES = 512;
    /// The gas for the event and the steps around the calls.
    uint256 private constant GAS_AFTER_CALLS = 15_000;

    constructor() EIP712("SlipwayDelegate", "1") {}

    /// Runs all calls or none. If a call reverts, the operation is used up and the event has the reason. Any other problem
    /// (submitter, signature, nonce, time, too little gas) reverts and uses up nothing.
    function execute(Operation calldata operation, bytes calldata signature) external {
        require(msg.sender == operation.relayer, NotTheRelayer());
        require(block.timestamp <= operation.deadline, Expired());
        require(_rawSignatureValidation(_hashTypedDataV4(_hashOperation(operation)), signature), InvalidSignature());
        _useCheckedNonce(address(this), operation.nonce);

        bytes memory inner = abi.encodeCall(this.perform, (operation.calls));
        uint256 callGas = operation.callGas;
        // A call gets at most 63/64 of what is left (EIP-150).
        require(gasleft() >= callGas + callGas / 63 + GAS_AFTER_CALLS, NotEnoughGas());
        bool success;
        assembly ("memory-safe") {
            success := call(callGas, address(), 0, add(inner, 0x20), mload(inner), 0, 0)
        }
        emit OperationExecuted(operation.id, success, success ? bytes("") : _cutReturnData());
    }

    /// Executes the calls of an operation. The wallet calls itself, so that they roll back together.
    function perform(Call[] calldata calls) external {
        require(msg.sender == address(this), OnlyTheWallet());
        for (uint256 i = 0; i < calls.length; ++i) {
            Call calldata each = calls[i];
            if (!LowLevelCall.callNoReturn(each.to, each.value, each.data)) LowLevelCall.bubbleRevert();
        }
    }

    /// A signature of the wallet's key is valid, as it was before the account had code.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return _rawSignatureValidation(hash, signature) ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    /// The interfaces that an account without code cannot implement, and this one implements.
    function supportsInterface(bytes4 id) public view override returns (bool) {
        return id == type(IERC721Receiver).interfaceId || id == type(IERC1155Receiver).interfaceId
            || id == type(IERC1363Receiver).interfaceId || id == type(IERC1271).interfaceId || super.supportsInterface(id);
    }

    receive() external payable {}

    /// Accepts coins with any data and any call without an effect, like an account without code. Only hooks of token
    /// standards get the value without which their token reverts the transfer.
    fallback(bytes calldata) external payable returns (bytes memory) {
        bytes4 selector = msg.sig;
        if (
            selector == IERC721Receiver.onERC721Received.selector || selector == IERC1155Receiver.onERC1155Received.selector
                || selector == IERC1155Receiver.onERC1155BatchReceived.selector
                || selector == IERC1363Receiver.onTransferReceived.selector
                || selector == TokenRecipient.tokenReceived.selector
        ) return abi.encode(selector);
        // Neither standard has an answer; tokens that ask for one ask for true.
        if (
            selector == TokenRecipient.tokenFallback.selector || selector == TokenRecipient.onTokenTransfer.selector
        ) return abi.encode(true);
        return "";
    }

    function _hashOperation(Operation calldata operation) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](operation.calls.length);
        for (uint256 i = 0; i < hashes.length; ++i) {
            Call calldata each = operation.calls[i];
            hashes[i] = keccak256(abi.encode(CALL_TYPE, each.to, each.value, keccak256(each.data)));
        }
        return keccak256(
            abi.encode(
                OPERATION_TYPE,
                operation.id,
                operation.relayer,
                operation.nonce,
                operation.deadline,
                operation.callGas,
                keccak256(abi.encodePacked(hashes))
            )
        );
    }

    function _cutReturnData() private pure returns (bytes memory result) {
        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, MAX_RESULT_BYTES) { size := MAX_RESULT_BYTES }
            result := mload(0x40)
            mstore(result, size)
            returndatacopy(add(result, 0x20), 0, size)
            mstore(0x40, add(result, and(add(size, 0x3f), not(0x1f))))
        }
    }
}
