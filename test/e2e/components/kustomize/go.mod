module lab.invalid/kustomize

go 1.24.0
