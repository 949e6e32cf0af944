// SPDX-License-Identifier: MIT

// Package svm is a reference implementation of support vector machines in Go: standard library only, one flat
// package, hand-written from the dot product up, short enough to be read beside a textbook. Every formula it uses is
// derived in a comment and checked by a test that is named after it.
//
// # The problem
//
// Given points xᵢ with labels yᵢ ∈ {−1, +1}, a support vector machine is the function f(x) = ⟨w, φ(x)⟩ + b that solves
//
//	minimize    ½‖w‖² + C Σ ξᵢ                      (primal)
//	subject to  yᵢf(xᵢ) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//
// # What is here
//
// The package is built from the ground up and grows; so far it holds the linear algebra that the rest stands on: Dot and
// Norm, the Matrix with its products, its Cholesky factorisation, its eigenvalues if it is symmetric, and its singular
// values.
package svm
