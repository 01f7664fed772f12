module lab.invalid/kamaji-provider

go 1.25.0

require github.com/clastix/cluster-api-control-plane-provider-kamaji v0.20.0
