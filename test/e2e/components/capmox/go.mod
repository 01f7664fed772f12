module lab.invalid/capmox

go 1.25.0
