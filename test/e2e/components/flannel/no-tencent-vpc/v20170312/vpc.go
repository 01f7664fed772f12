// Package v20170312 stands where flannel's backend for one cloud wants that cloud's client, which the lab never
// calls and which is not to be had everywhere: just enough for that backend to compile, and every call fails.
package v20170312

import "errors"

var errAbsent = errors.New("the lab's flannel is built without this cloud's client")

type Client struct{}

func NewClientWithSecretId(_, _, _ string) (*Client, error) { return &Client{}, nil }

type Filter struct {
	Name   *string
	Values []*string
}

type Route struct {
	RouteId              *uint64
	DestinationCidrBlock *string
	GatewayType          *string
	GatewayId            *string
	RouteType            *string
	Enabled              *bool
}

type RouteTable struct {
	RouteTableId *string
	RouteSet     []*Route
}

type DescribeRouteTablesRequest struct{ Filters []*Filter }

type DescribeRouteTablesResponse struct {
	Response struct{ RouteTableSet []*RouteTable }
}

type RoutesRequest struct {
	RouteTableId *string
	Routes       []*Route
}

func NewDescribeRouteTablesRequest() *DescribeRouteTablesRequest { return &DescribeRouteTablesRequest{} }

func NewDeleteRoutesRequest() *RoutesRequest { return &RoutesRequest{} }

func NewCreateRoutesRequest() *RoutesRequest { return &RoutesRequest{} }

func (*Client) DescribeRouteTables(*DescribeRouteTablesRequest) (*DescribeRouteTablesResponse, error) {
	return nil, errAbsent
}

func (*Client) DeleteRoutes(*RoutesRequest) (*RoutesRequest, error) { return nil, errAbsent }

func (*Client) CreateRoutes(*RoutesRequest) (*RoutesRequest, error) { return nil, errAbsent }
